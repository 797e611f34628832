import { ApiProperty } from '@nestjs/swagger';
import { JOB_STATUSES } from '#domain/job-runs/job-status';
import { TextAnswer } from './answer-fields';

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

/** Beside the reason of a failure: what a client quotes to an operator, who finds the log lines of API and workers by it. */
export const FailedRequestProperty = ({ leftOutOfLists = false } = {}) =>
  TextAnswer({
    description: `X-Request-Id of the request that submitted it, which its log lines have; null while it did not fail, or where no request submitted it${leftOutOfLists ? '; left out of lists' : ''}`,
    example: null,
    nullable: true,
    required: !leftOutOfLists,
  });
