import { type Config, readConfig } from '../config.ts'
import { ConfigError, type Env } from '../env.ts'
import { isLocalHost } from '../sandbox-rule.ts'
import { type Finding, good, note, wrong } from './finding.ts'

/** The settings as the server would read them; null with every reason if the server would refuse to start. */
export function lookAtSettings(env: Env): { config: Config | null; findings: Finding[] } {
  try {
    const config = readConfig(env)
    return { config, findings: [good('settings', 'complete'), address(config.public_url), ...standIns(config)] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const remedy = 'Set it in the environment of the server (or .env); .env.example says what each is.'
    return { config: null, findings: error.message.split('\n').map((found) => wrong('settings', found, remedy)) }
  }
}

function address(public_url: string): Finding {
  const { protocol, hostname } = new URL(public_url)
  if (isLocalHost(hostname))
    return note('address', `PUBLIC_URL is ${public_url}: this machine alone`, 'To sell, set it to https://….')
  if (protocol === 'https:') return good('address', public_url)
  return wrong(
    'address',
    `PUBLIC_URL is ${public_url}: passwords and sessions go over the line in the clear`,
    'Put a proxy with a certificate before the server (deploy/) and set PUBLIC_URL to https://….',
  )
}

function standIns({ sandbox_url, public_url }: Config): Finding[] {
  if (sandbox_url === null) return [good('sandbox', 'off')]
  const found = 'on: no money moves, and anybody reads its mail'
  const remedy = 'To sell, say SANDBOX=off and name the real providers.'
  return [isLocalHost(new URL(public_url).hostname) ? note('sandbox', found, remedy) : wrong('sandbox', found, remedy)]
}
