import { expect, test } from 'vitest'
import { loadEnvironment } from './step-01-environment.ts'
import { fakeDeps, to } from './testing.ts'

const broken = fakeDeps({ loadConfig: () => Promise.reject(new Error('down')) })

test('loads the configuration and lets the navigation continue', async () => {
  const deps = fakeDeps()
  expect(await loadEnvironment(to('/cart'), deps)).toBeUndefined()
  expect(deps.calls).toEqual(['loadConfig'])
})

test('without the configuration only the home page works', async () => {
  expect(await loadEnvironment(to('/cart'), broken)).toBe('/')
  expect(await loadEnvironment(to('/'), broken)).toBeUndefined()
})
