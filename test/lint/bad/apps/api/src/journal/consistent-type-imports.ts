import { Server } from 'node:http';

export const portOf = (server: Server) => server.address();
