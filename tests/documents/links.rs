//! Every link between documents leads to a file that is there, and to a heading that is there.
