import { WebSocket } from 'ws';

/** The library closes with these where bytes break its protocol. */
export type ProtocolFault = 1002 | 1007 | 1008 | 1009;

const PROTOCOL_FAULTS: readonly unknown[] = [1002, 1007, 1008, 1009] satisfies readonly ProtocolFault[];

/** The library's socket, which says before it closes that it found a fault, while an answer can still be sent. */
export class ClientSocket extends WebSocket {
  onFault: ((code: ProtocolFault) => void) | undefined;
  /** With which the socket was closed, from whichever side; undefined where it broke off. */
  sentCode: number | undefined;

  /** Where the client closes, its code is sent back with its reason. */
  override close(code?: number, reason?: string | Buffer): void {
    if (this.readyState === WebSocket.OPEN) {
      if (reason === undefined && PROTOCOL_FAULTS.includes(code)) this.onFault?.(code as ProtocolFault);
      this.sentCode = code;
    }
    super.close(code, reason);
  }
}
