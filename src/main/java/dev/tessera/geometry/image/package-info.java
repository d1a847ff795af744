/// Image stacks: segmented micro-CT scans and drawings, as raw files, NPY arrays, MetaImage files, TIFF pages or
/// folders of PNG slices, turned into nodes. Labels are the stored samples; a file that is cut short or damaged is
/// refused. Files are read page by page, never as a whole; a node takes one bit.
@NullMarked
package dev.tessera.geometry.image;

import org.jspecify.annotations.NullMarked;
