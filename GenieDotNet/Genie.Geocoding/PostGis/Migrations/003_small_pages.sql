-- A look-up compares with every box of the pages on its way, and that is most of what it costs. Pages filled to 30 % hold fewer
-- boxes; one page more on the way costs less than they do. Each import builds the index anew, since insertions fill pages up.
ALTER INDEX genie.piece_shape SET (fillfactor = 30);
REINDEX INDEX genie.piece_shape;
