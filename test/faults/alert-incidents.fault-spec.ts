import type { Incident } from './support/incident';
import { IncidentStage } from './support/incident-stage';
import { INCIDENTS_OF_CLIENTS } from './support/incidents-of-clients';
import { INCIDENTS_OF_DEPENDENCIES } from './support/incidents-of-dependencies';
import { replayAlert } from './support/replay-alert';
import { report } from './support/scale';

/** Scrapes before the incident, and of what came after the mending. */
const CALM = 4;
const MENDED = 12;

describe('incidents that an alert reports and the runbook mends', () => {
  let incident: IncidentStage;
  beforeAll(async () => {
    incident = await IncidentStage.open();
  });
  afterAll(() => incident.close());

  it.each<Incident>([...INCIDENTS_OF_DEPENDENCIES, ...INCIDENTS_OF_CLIENTS])(
    '$alert fires, and resolves after its command',
    async (scripted) => {
      const { alert, labels, scrapes, begin, traffic } = scripted;
      const recorder = incident.record(() => traffic?.(incident));
      await recorder.record(CALM);
      const calm = recorder.seconds;
      const mended = await begin(incident);
      await recorder.record(scrapes);
      const firing = recorder.seconds;
      await incident.followRunbook(alert);
      await mended();
      await recorder.record(MENDED);
      await expect(
        replayAlert(recorder, { alert, labels, firing, quiet: [calm, recorder.seconds] }),
      ).resolves.toBeUndefined();
      report(
        `${alert}: fires ${firing - calm} s of the rules' time after its cause, resolved at ${recorder.seconds} s`,
      );
    },
  );
});
