$REGEL text tests/golden/articles.regel | grep "of your choice"
