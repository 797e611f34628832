import type { Type } from '@nestjs/common';
import { getMetadataStorage } from 'class-validator';

/** The fields that a request class declares. */
export function knownFields(request: Type): string[] {
  const metadata = getMetadataStorage().getTargetValidationMetadatas(request, '', false, false);
  return [...new Set(metadata.map(({ propertyName }) => propertyName))];
}

export function unknownFields(body: object, request: Type): string[] {
  const known = new Set(knownFields(request));
  return Object.keys(body).filter((field) => !known.has(field));
}
