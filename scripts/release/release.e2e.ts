import { expect, test } from 'vitest'
import { packagesToRun } from './stage.ts'

test('every package that the built screens import is included in a release', () => {
  expect(packagesToRun()).toEqual(expect.arrayContaining(['node_modules/hono', 'node_modules/react']))
})
