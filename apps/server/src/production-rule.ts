import type { Env } from './env.ts'

/** Why an environment that says `KUSHI_ENV=production` may not be started, as sentences; none when it may. */
export function productionObjections(env: Env): string[] {
  if (!env.KUSHI_ENV) return []
  if (env.KUSHI_ENV !== 'production') return [`KUSHI_ENV is ${env.KUSHI_ENV}: say production, or nothing.`]
  const because = 'and KUSHI_ENV is production'
  const isOn = env.SANDBOX === 'on' || Boolean(env.SANDBOX_URL)
  return [
    ...(isOn ? [`The sandbox is on ${because}: say SANDBOX=off and name the real providers.`] : []),
    ...(env.DEMO_DATABASE ? [`DEMO_DATABASE is set ${because}: take an empty database and leave it out.`] : []),
    ...(URL.parse(env.PUBLIC_URL ?? '')?.protocol === 'https:'
      ? []
      : [
          `PUBLIC_URL is ${env.PUBLIC_URL || 'not set'} ${because}: say where customers come, as in https://shop.example.`,
        ]),
  ]
}
