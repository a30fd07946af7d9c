import { runDoctor } from '../doctor/doctor.ts'
import type { Finding } from '../doctor/finding.ts'
import { findInstallation } from './installation.ts'

const signs = { good: '✓', note: '·', wrong: '✗' }

/** `npm run shop -- doctor`: reports problems, each with its remedy. */
export async function doctorCommand(
  own: NodeJS.ProcessEnv,
  isJson: boolean,
): Promise<{ text: string; isWell: boolean }> {
  const { dataDir, env } = await findInstallation(own)
  const findings = await runDoctor(env, dataDir)
  const sick = findings.filter(({ state }) => state === 'wrong').length
  const text = isJson
    ? JSON.stringify(findings, null, 2)
    : [...findings.map(line), '', sick === 0 ? 'Nothing is wrong.' : `Wrong: ${sick}.`].join('\n')
  return { text, isWell: sick === 0 }
}

const line = ({ about, state, found, remedy }: Finding) =>
  `${signs[state]} ${about}: ${found}${remedy && `\n    → ${remedy}`}`
