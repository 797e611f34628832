import { fetchWithToken } from './client';

/** Reads a file with the token, and hands it to the browser to save. Throws a problem where the service refuses. */
export async function download(path: string, fileName: string, accept = 'text/csv'): Promise<void> {
  const response = await fetchWithToken(path, { headers: { accept } });
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(address);
}
