/** The SearchIndex port on Qdrant. */
