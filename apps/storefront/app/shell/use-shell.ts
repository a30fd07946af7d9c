import { useRouteLoaderData } from 'react-router'
import type { loadShell } from '../root-loader.server.ts'

type Shell = Awaited<ReturnType<typeof loadShell>>

/** The shop, its menu flags and its contents, as loaded with the page; undefined if that failed. */
export const useShell = () => useRouteLoaderData<Shell>('root')

/** The shop itself. */
export const useShop = () => useShell()?.shop ?? null

/** The shop is closed, and this is one of the members' own pages. */
export const useMembersOnly = () => useShell()?.client.members_only ?? false

/** The LINE requirement, known before the response of `init`. */
export const useLineRequirement = () => useShell()?.line_requirement ?? 'none'

/** Whether Amazon Pay is set up, so that the page can reserve its space. */
export const useHasAmazon = () => useShell()?.has_amazon ?? false
