import type { Setting } from '../core/provider.ts'
import type { GmoConfig } from './config.ts'
import type { Entities } from './entities.ts'
import type { Fields } from './wire.ts'

/** What every call of the gateway works with. */
export type Gmo = Setting & { config: GmoConfig; entities: Entities }

/** One `…​.idPass` call: fields in, fields out; what is refused is thrown as a GmoError. */
export type Call = (gmo: Gmo, fields: Fields) => Fields
