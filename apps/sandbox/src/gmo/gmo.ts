import type { Setting } from '../core/provider.ts'
import type { GmoConfig } from './config.ts'
import type { Entities } from './entities.ts'
import type { Fields } from './wire.ts'

/** The state that every gateway call works with. */
export type Gmo = Setting & { config: GmoConfig; entities: Entities }

/** One `…​.idPass` call: fields in, fields (or lines of a list) out; rejections are thrown as a GmoError. */
export type Call = (gmo: Gmo, fields: Fields) => Fields | string[]
