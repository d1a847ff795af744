package dev.tessera.cluster;

/// Predicts how long the messages of a step are on their way, from constants that are measured or given by a data
/// sheet:
/// the part that sends most decides.
///
/// @param linkGbPerS bandwidth from one device to another, in one direction, in 10⁹ bytes per second
/// @param packGbPerS bytes of messages that a device packs or unpacks per second, in 10⁹
/// @param latencyS from one device's event to work of another one, in seconds
/// @param launchS of a kernel, a copy or an event, in seconds
public record CommunicationModel(double linkGbPerS, double packGbPerS, double latencyS, double launchS) {
    /// Two H100 or H200 of one host with NVLink: 18 links of 25 GB/s each way, of which copies reach some four fifths;
    /// packing reads and writes values of 4 bytes at scattered places.
    public static final CommunicationModel NVLINK = new CommunicationModel(360, 400, 8e-6, 3e-6);

    /// Through memory of the host over PCI Express 4: twice over the bus.
    public static final CommunicationModel HOST = new CommunicationModel(11, 400, 25e-6, 3e-6);

    /// Calls of the driver for a message: packing, copying, an event; waiting, unpacking, an event.
    private static final int CALLS_PER_MESSAGE = 6;

    public CommunicationModel {
        if (!(linkGbPerS > 0) || !(packGbPerS > 0) || !(latencyS >= 0) || !(launchS >= 0)) {
            throw new IllegalArgumentException(
                    "bandwidths of %s and %s GB/s have to be positive, times of %s and %s s not negative"
                            .formatted(linkGbPerS, packGbPerS, latencyS, launchS));
        }
    }

    /// Seconds from the end of the edge to the last value in its slot.
    public double secondsPerStep(Traffic traffic) {
        if (traffic.messages() == 0) {
            return 0;
        }
        double perByte = (1 / linkGbPerS + 2 / packGbPerS) * 1e-9;
        return traffic.mostBytes() * perByte + traffic.mostMessages() * CALLS_PER_MESSAGE * launchS + latencyS;
    }
}
