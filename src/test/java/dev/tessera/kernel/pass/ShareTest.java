package dev.tessera.kernel.pass;

final class ShareTest extends PassKit {
    @Override
    Pass pass() {
        return new Share();
    }
}
