/** Prints the name of the bundles of the current sources, or nothing if they do not exist: for `bin/kushi`. */
import { join } from 'node:path'
import { findBundle } from './bundles.mjs'

const name = findBundle(join(import.meta.dirname, '../..'))
if (name) console.log(name)
