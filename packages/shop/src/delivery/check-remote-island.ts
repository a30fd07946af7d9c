import type { Context } from '../context.ts'
import { isRemoteIsland } from './rules/remote-island.ts'

/** 離島か, used by two calls. */
export const checkRemoteIsland = async (_: Context, input: { postal_code: string }) => ({
  is_remote_island: isRemoteIsland(input.postal_code),
})
