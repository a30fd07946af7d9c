import { execFileSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

const MOST = 72

/** What is wrong with a commit's message; null: nothing. */
export function messageProblem(message) {
  const [subject, ...rest] = message.trim().split('\n')
  if ([...subject].length > MOST) return `the subject has ${[...subject].length} characters, more than ${MOST}`
  // Without an empty line git counts what follows as the subject.
  if (rest[0]?.trim()) return 'the line below the subject is not empty'
  return rest.join('').trim() === '' ? 'the body that says why is missing' : null
}

/**
 * Checks the messages of `base..head`, without merges. Checks nothing if the clone does not have both, as for a new
 * branch or a shallow clone.
 */
function checkRange(base, head) {
  const git = (...args) =>
    execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: Infinity })
  let all
  try {
    all = git('log', '--no-merges', '--format=%H%n%B%x00', `${base}..${head}`)
  } catch {
    return console.log(`${base}..${head} is not in this clone: no message checked`)
  }
  const commits = all.split('\0').flatMap((one) => {
    const [hash = '', ...lines] = one.trim().split('\n')
    return hash === '' ? [] : [{ hash, message: lines.join('\n') }]
  })
  for (const { hash, message } of commits) {
    const problem = messageProblem(message)
    if (problem === null) continue
    process.exitCode = 1
    console.log(`${hash.slice(0, 8)} ${message.split('\n')[0]}: ${problem}`)
  }
  console.log(`${commits.length} messages checked`)
}

const [, file = '', base = '', head = 'HEAD'] = process.argv
if (import.meta.url === pathToFileURL(file).href) checkRange(base, head)
