//@ maven com.vmlens:api:1.2.13
//@ maven com.vmlens:vmlens-maven-plugin:1.2.13

import com.anarsoft.race.detection.main.ProcessEvents;
import com.anarsoft.race.detection.process.run.ProcessRunContextBuilder;
import com.vmlens.api.AllInterleavings;
import com.vmlens.report.ResultForVerify;
import com.vmlens.setup.SetupAgent;
import java.io.File;

/**
 * A case under vmlens, as its Maven plugin would run it. {@code setup DIR} unpacks the agent, {@code run NAME},
 * with that agent, goes through the interleavings, {@code report DIR} evaluates what the agent has written.
 * Prints {@code found} if there is a data race or a failure.
 */
public final class ByVmlens {
    public static void main(String[] args) {
        switch (args[0]) {
            case "setup":
                new SetupAgent(new File(args[1]), "").setup();
                break;
            case "run":
                run(args[1]);
                break;
            case "report":
                File events = new File(SetupAgent.eventDir(new File(args[1])));
                File report = new File(args[1], "report");
                ResultForVerify result =
                        new ProcessEvents(events.toPath(), report.toPath(), new ProcessRunContextBuilder().build()).process();
                if (result.dataRaceCount() + result.failureCount() > 0) System.out.println("found");
                break;
            default:
                throw new IllegalArgumentException(args[0]);
        }
    }

    private static void run(String name) {
        Runnable once = Cases.named(name);
        try (AllInterleavings all = new AllInterleavings(name)) {
            while (all.hasNext()) once.run();
        } catch (AssertionError e) {
            System.out.println("found");
        }
    }
}
