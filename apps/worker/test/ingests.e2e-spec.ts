import { loadJobScenarios } from './support/shared-stage';

loadJobScenarios(__dirname, 'ingests');
