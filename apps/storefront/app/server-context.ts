import type { ShopApiClient } from '@kushi/contract/client'
import { createContext } from 'react-router'
import type { RenderedClient } from './client-identity.ts'
import type { ReadPicture } from './pictures-in-page.ts'

/** The API for pages during server-side rendering, called in process. */
export const apiContext = createContext<ShopApiClient>()
export const clientContext = createContext<RenderedClient>()
/** Base of canonical URLs: `https://shop.example`, without a slash at the end. */
export const publicUrlContext = createContext<string>()
export const pictureContext = createContext<ReadPicture>()
