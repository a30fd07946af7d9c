import { PASSWORD_LENGTH, type PasswordLength } from '@kushi/values/password'
import { useRouteLoaderData } from 'react-router'
import type { loadShell } from '../root-loader.server.ts'

type Shell = Awaited<ReturnType<typeof loadShell>>

/** The shop, its menu switches and contents, as the page brought them; undefined where even that failed. */
export const useShell = () => useRouteLoaderData<Shell>('root')

/** The shop itself. */
export const useShop = () => useShell()?.shop ?? null

/** The shop is closed, and this is one of its members' own pages. */
export const useMembersOnly = () => useShell()?.client.members_only ?? false

/** Whether LINE is used here, known before `init` has answered. */
export const useLineRequirement = () => useShell()?.line_requirement ?? 'none'

/** Whether Amazon Pay is set up here: what it will need of the page keeps its place. */
export const useHasAmazon = () => useShell()?.has_amazon ?? false

/** How long a new password is in this shop. */
export const usePasswordLength = (): PasswordLength => useShop() ?? PASSWORD_LENGTH
