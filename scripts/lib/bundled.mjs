/** Prints the name of the bundles of the sources beside it, nothing where there are none: for `bin/kushi`. */
import { join } from 'node:path'
import { madeBundle } from './bundles.mjs'

const name = madeBundle(join(import.meta.dirname, '../..'))
if (name) console.log(name)
