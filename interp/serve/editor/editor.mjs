// An editor for rules: CodeMirror 6 with what an author of rules needs. Everything that
// is known about a text (messages, names, places) comes from outside, in the shapes of
// docs/json.md; columns there count bytes.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { bracketMatching, HighlightStyle, indentOnInput, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { linter, lintGutter, lintKeymap, nextDiagnostic, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState } from '@codemirror/state';
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, tooltips } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Words, texts, numbers, citations and comments: enough to see the shape of rules. */
function language(words) {
  const all = new Set(words);
  return StreamLanguage.define({
    startState: () => ({}),
    token(stream) {
      if (stream.eatSpace()) return null;
      if (stream.match(/^#.*/)) return 'comment';
      if (stream.match(/^"(?:[^"\\]|\\.)*"?/)) return 'string';
      if (stream.match(/^@[A-Z][A-Z0-9]*(?:-[A-Za-z0-9]+)*/)) return 'labelName';
      if (stream.match(/^\d+/)) return 'number';
      const word = stream.match(/^[A-Za-z_][A-Za-z0-9_]*/);
      if (word) return all.has(word[0]) ? 'keyword' : 'variableName';
      stream.next();
      return null;
    },
    languageData: { commentTokens: { line: '#' }, closeBrackets: { brackets: ['(', '[', '{', '"'] } },
  });
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-word, #24594b)', fontWeight: '600' },
  { tag: tags.string, color: 'var(--code-text, #8a4b14)' },
  { tag: tags.comment, color: 'var(--quiet, #665f52)', fontStyle: 'italic' },
  { tag: tags.number, color: 'var(--code-number, #5b3fa0)' },
  { tag: tags.labelName, color: 'var(--code-cite, #2a5d8f)' },
]);

const looks = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--panel)', fontSize: '.88rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace', lineHeight: '1.5' },
  '.cm-gutters': { backgroundColor: 'var(--felt)', color: 'var(--quiet)', borderRight: '1px solid var(--line)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--green) 7%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--panel)', color: 'var(--ink)', fontWeight: '600' },
  /* The page's policy loads no pictures from texts. */
  '.cm-lintRange': { backgroundImage: 'none !important', textDecoration: 'underline wavy 1.5px', textDecorationSkipInk: 'none' },
  '.cm-lintRange-error': { textDecorationColor: 'var(--error)' },
  '.cm-lintRange-warning': { textDecorationColor: 'var(--can)' },
  '.cm-lintRange-info': { textDecorationColor: 'var(--quiet)' },
  '.cm-lint-marker': { content: 'normal !important', width: '.8em' },
  '.cm-lint-marker:before': { content: '"●"', color: 'var(--quiet)' },
  '.cm-lint-marker-error:before': { color: 'var(--error)' },
  '.cm-lint-marker-warning:before': { color: 'var(--can)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': { background: 'color-mix(in srgb, var(--can) 30%, transparent)' },
  '.cm-tooltip': { backgroundColor: 'var(--panel)', color: 'var(--ink)', border: '1px solid var(--line)', borderRadius: '8px', boxShadow: 'var(--shadow)', maxWidth: '36rem' },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { backgroundColor: 'var(--green)', color: 'var(--green-ink)' },
  '.cm-diagnostic': { padding: '.3rem .6rem' },
  '.cm-diagnosticAction': { backgroundColor: 'var(--green)', color: 'var(--green-ink)', border: '0', borderRadius: '6px', padding: '.2rem .5rem', marginLeft: '.5rem', cursor: 'pointer' },
  '.cm-panels': { backgroundColor: 'var(--panel)', color: 'var(--ink)' },
  '.cm-hover': { padding: '.35rem .6rem', maxWidth: '34rem' },
  '.cm-hover b': { color: 'var(--green)' },
  '.cm-hover small': { color: 'var(--quiet)' },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--can) 35%, transparent)' },
});

const encoder = new TextEncoder();

/** Bytes before a character of a line, and the other way round. */
function charOf(text, byte) {
  let at = 0, i = 0;
  for (const c of text) {
    if (at >= byte) return i;
    at += c.charCodeAt(0) < 128 ? 1 : encoder.encode(c).length;
    i += c.length;
  }
  return i;
}
const byteOf = (text, char) => encoder.encode(text.slice(0, char)).length;

/** The offset of a place; whoever names a line that is not there means the last. */
function offset(doc, line, column) {
  const l = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(l.to, l.from + charOf(l.text, Math.max(0, (column || 1) - 1)));
}

function range(doc, place) {
  const from = offset(doc, place.line, place.column), to = place.end > place.column ? offset(doc, place.line, place.end) : from;
  if (to > from) return { from, to };
  const line = doc.lineAt(from), word = /^\S+/.exec(line.text.slice(from - line.from));
  return { from, to: Math.min(line.to, from + (word ? word[0].length : 1)) };
}

/**
 * An editor in `host`. `ask` has: changed(text), complete(word) with a list of
 * {label, type, detail, info}, hover({line, column, word}) with an element or null,
 * jump({line, column, word}), moved({line}), save(), apply(remedy).
 */
export function create(host, words, ask, label) {
  const root = host.attachShadow({ mode: 'open' });
  const box = document.createElement('div');
  box.setAttribute('part', 'box');
  box.style.height = '100%';
  root.append(box);
  const fixed = new Compartment();
  const here = (state, pos) => {
    const line = state.doc.lineAt(pos), word = state.wordAt(pos);
    return { line: line.number, column: byteOf(line.text, pos - line.from) + 1, word: word ? state.sliceDoc(word.from, word.to) : '' };
  };
  const jump = (view) => { ask.jump(here(view.state, view.state.selection.main.head)); return true; };
  const extensions = [
    lineNumbers(), highlightActiveLineGutter(), highlightSpecialChars(), history(), drawSelection(), indentOnInput(), bracketMatching(),
    closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }), lintGutter(), tooltips({ position: 'absolute' }),
    language(words), syntaxHighlighting(colours), looks, EditorView.lineWrapping, EditorState.tabSize.of(2),
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', tabindex: '0' }),
    autocompletion({ override: [(context) => {
      const word = context.matchBefore(/[A-Za-z_][A-Za-z0-9_]*/);
      if (!word && !context.explicit) return null;
      const before = context.matchBefore(/([A-Za-z_]\w*)\.\w*/);
      return { from: word ? word.from : context.pos, options: ask.complete(word ? word.text : '', before ? before.text.split('.')[0] : ''), validFor: /^\w*$/ };
    }] }),
    hoverTooltip((view, pos) => {
      const word = view.state.wordAt(pos);
      const dom = word && ask.hover(here(view.state, pos));
      if (!dom) return null;
      dom.classList.add('cm-hover');
      return { pos: word.from, end: word.to, above: true, create: () => ({ dom }) };
    }),
    keymap.of([{ key: 'Mod-s', preventDefault: true, run: () => { ask.save(); return true; } }, { key: 'F12', run: jump }, { key: 'F8', run: nextDiagnostic },
      ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap]),
    EditorView.domEventHandlers({ mousedown(e, view) {
      const pos = (e.ctrlKey || e.metaKey) && view.posAtCoords({ x: e.clientX, y: e.clientY });
      if (!pos && pos !== 0) return false;
      if (!(e.ctrlKey || e.metaKey)) return false;
      ask.jump(here(view.state, pos));
      return true;
    } }),
    EditorView.updateListener.of((u) => {
      if (u.docChanged) ask.changed(u.state.doc.toString());
      if (u.selectionSet || u.docChanged) ask.moved(here(u.state, u.state.selection.main.head));
    }),
  ];
  const fresh = (text, readOnly) => EditorState.create({ doc: text, extensions: [...extensions, fixed.of(EditorState.readOnly.of(Boolean(readOnly)))] });
  const view = new EditorView({ state: fresh('', true), parent: box, root });
  return {
    /** A text with a history of its own; `show` comes back to it. */
    state: fresh,
    now: () => view.state,
    show(state) { view.setState(state); },
    text: () => view.state.doc.toString(),
    textOf: (state) => state.doc.toString(),
    /** Another text in the same history, so that it can be taken back. */
    replace(text) { view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }); },
    write(place, text) { const r = range(view.state.doc, place); view.dispatch({ changes: { from: offset(view.state.doc, place.line, place.column), to: place.end > place.column ? r.to : offset(view.state.doc, place.line, place.column), insert: text } }); },
    messages(list) {
      view.dispatch(setDiagnostics(view.state, list.map((m) => ({
        ...range(view.state.doc, m.place), severity: m.severity === 'note' ? 'info' : m.severity, source: m.code,
        message: [m.text, ...(m.notes || []).map((n) => n.text)].join('\n'),
        actions: (m.remedies || []).filter((r) => r.place.file === m.place.file).map((r) => ({ name: ask.remedy(r), apply: () => ask.apply(r) })),
      }))));
    },
    go(line, column = 1) {
      const pos = offset(view.state.doc, line, column);
      view.dispatch({ selection: EditorSelection.cursor(pos), effects: EditorView.scrollIntoView(pos, { y: 'center' }) });
      view.focus();
    },
    find: () => openSearchPanel(view),
    focus: () => view.focus(),
    close: () => view.destroy(),
    view,
  };
}
