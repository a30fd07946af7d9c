import type { Setting } from '../core/provider.ts'
import type { LoginChannel } from './channel.ts'
import type { Grants } from './grants.ts'
import type { Users } from './users.ts'

/** The state that the parts of this simulator share. */
export type Line = Setting & { channel: LoginChannel; users: Users; grants: Grants }
