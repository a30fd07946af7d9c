import { fail } from './say.mjs'

const wanted = { node: [20, 19], npm: [10, 0] }

/** Only code that runs before our own Node is installed depends on the machine's Node. */
export function checkVersions() {
  if (!isAtLeast(process.versions.node, wanted.node)) {
    fail(`Kushi needs Node.js 20.19 or later to install itself; this is ${process.versions.node}: https://nodejs.org/`)
  }
  const npm = /^npm\/(\S+)/.exec(process.env.npm_config_user_agent ?? '')?.[1]
  if (npm && !isAtLeast(npm, wanted.npm)) fail(`Kushi needs npm 10 or later; this is ${npm}: npm install -g npm`)
}

function isAtLeast(version, [major, minor]) {
  const [a, b] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}
