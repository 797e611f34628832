import { loadJobScenarios } from '../../apps/worker/test/support/shared-stage';

loadJobScenarios(__dirname, 'built-api');
