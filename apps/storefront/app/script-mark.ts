import { createContext, use } from 'react'

/** The mark of a rendering on the server, on each inline script that the shop itself puts into the page (`own-scripts.ts`). */
export const ScriptMark = createContext<string | undefined>(undefined)

/** In a browser there is none: the page has its scripts already. */
export const useScriptMark = (): string | undefined => use(ScriptMark)
