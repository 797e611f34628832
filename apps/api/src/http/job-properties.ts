import { ApiProperty } from '@nestjs/swagger';
import { JOB_STATUSES } from '#domain/job-runs/job-status';

const TIME = { type: String, format: 'date-time' } as const;

/** Properties of answers that show a job. */
export const JobIdProperty = () =>
  ApiProperty({ example: 7, type: 'integer', description: 'Identifier of the job' });
export const JobStatusProperty = () =>
  ApiProperty({ example: 'completed', enum: JOB_STATUSES, description: 'State of the job' });
export const JobCreatedProperty = (example = '2024-02-01T09:30:00Z') =>
  ApiProperty({ example, ...TIME, description: 'When it was created' });
export const JobFinishedProperty = (example = '2024-02-01T09:30:02Z') =>
  ApiProperty({
    example,
    ...TIME,
    nullable: true,
    description: 'When it completed or failed; null: not yet',
  });
