export { Injectable } from '@nestjs/common';
export { readFileSync } from 'node:fs';
export { engine } from '#engine/engine';
export { sources } from '#sources/sources';
export { probe } from '../health/probe';
export { filter } from '../http/filter';
