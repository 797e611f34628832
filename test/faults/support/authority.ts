import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificate {
  readonly certificateFile: string;
  readonly keyFile: string;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2'];

/** A certificate authority of its own in a folder, by openssl. */
export class Authority {
  private constructor(
    private readonly folder: string,
    private readonly own: Certificate,
  ) {}

  static found(): Authority {
    const folder = mkdtempSync(join(tmpdir(), 'candelabra-authority-'));
    chmodSync(folder, 0o755); // the servers that read it run as other users
    return new Authority(folder, request(folder, 'authority', []));
  }

  /** The certificate by which clients recognise what it issued. */
  get certificateFile(): string {
    return this.own.certificateFile;
  }

  /** For a server of this host name, or for a client of this name. */
  issue(name: string): Certificate {
    return request(this.folder, name, [
      ...['-CA', this.own.certificateFile, '-CAkey', this.own.keyFile],
      ...['-addext', `subjectAltName=DNS:${name}`, '-addext', 'basicConstraints=critical,CA:FALSE'],
    ]);
  }

  close(): void {
    rmSync(this.folder, { recursive: true });
  }
}

function request(folder: string, name: string, options: readonly string[]): Certificate {
  const [certificateFile, keyFile] = ['pem', 'key'].map((suffix) => join(folder, `${name}.${suffix}`));
  const words = ['req', '-x509', ...NEW_KEY, '-subj', `/CN=${name}`, '-keyout', keyFile];
  execFileSync('openssl', [...words, '-out', certificateFile, ...options], { stdio: 'pipe' });
  return { certificateFile, keyFile };
}
