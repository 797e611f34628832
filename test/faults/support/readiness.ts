interface ReadinessAnswer {
  readonly status: number;
  readonly body: { readonly status: string; readonly detail?: string };
}

/** What a process answers to the question whether it is ready. */
export async function readiness(url: string): Promise<ReadinessAnswer> {
  const response = await fetch(`${url}/ready`);
  return { status: response.status, body: (await response.json()) as ReadinessAnswer['body'] };
}
