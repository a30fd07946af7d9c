import { join } from 'node:path'
import { root } from '../launch/environment.ts'
import { packClient } from './pack.ts'

console.log(packClient(join(root, 'release')))
process.exit(0)
