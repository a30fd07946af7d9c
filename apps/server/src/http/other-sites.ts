import { cors } from 'hono/cors'
import type { Config } from '../config.ts'

/** CORS for the sites of `API_ORIGINS`: with a token, never with a cookie. Nobody else's browser may read an answer. */
export const otherSites = ({ api_origins }: Pick<Config, 'api_origins'>) =>
  cors({
    origin: (origin) => (api_origins.includes(origin) ? origin : null),
    allowMethods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      ...['authorization', 'content-type', 'accept-language', 'x-shop-id'],
      ...['x-client-id', 'x-timestamp', 'x-nonce', 'x-signature'],
    ],
    exposeHeaders: ['x-request-id', 'retry-after'],
    maxAge: 600,
  })
