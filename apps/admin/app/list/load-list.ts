import type { List } from '@kushi/contract/admin/list'
import { listState } from './list-state.ts'

/** The query of a list's call, from the URL of its screen. */
export const listQuery = (list: List, request: Request): Record<string, string | string[]> =>
  listState(list, new URL(request.url).searchParams)
