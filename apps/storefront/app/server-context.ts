import type { Api } from '@kushi/contract/client'
import { createContext } from 'react-router'
import type { RenderedClient } from './client-identity.ts'

/** What a page may use while it is rendered: the API, called in process. */
export const apiContext = createContext<Api>()
export const clientContext = createContext<RenderedClient>()
/** `https://shop.example`, without a slash at the end: canonical addresses begin with it. */
export const publicUrlContext = createContext<string>()
