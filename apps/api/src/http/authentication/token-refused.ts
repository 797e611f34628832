/** Why a token does not pass. The message goes to the client and into a header, so it never repeats what was sent. */
export class TokenRefused extends Error {
  override readonly name: string = 'TokenRefused';
}

/** The request carries no bearer token at all. */
export class TokenMissing extends TokenRefused {
  override readonly name = 'TokenMissing';

  constructor() {
    super('A bearer token is needed: Authorization: Bearer <token>');
  }
}
