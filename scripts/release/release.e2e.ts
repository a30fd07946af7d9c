import { expect, test } from 'vitest'
import { packagesToRun } from './stage.ts'

test('all that the built screens load is a package that goes along with a release', () => {
  expect(packagesToRun()).toEqual(expect.arrayContaining(['node_modules/hono', 'node_modules/react']))
})
