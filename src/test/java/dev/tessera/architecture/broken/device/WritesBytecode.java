package dev.tessera.architecture.broken.device;

import java.lang.classfile.ClassFile;

final class WritesBytecode {
    ClassFile writer() {
        return ClassFile.of();
    }
}
