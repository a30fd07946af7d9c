import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './say.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium, installed from the system's packages if it may be; undefined after having said what is missing. */
export function ensureBrowser() {
  const missing = [...(findBrowser() ? [] : ['chromium']), ...(hasJapaneseFont() ? [] : ['fonts-noto-cjk'])]
  if (missing.length > 0 && !installed(missing)) {
    say(
      `The journeys need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'}, or set CHROMIUM_PATH.`,
    )
  }
  return findBrowser()
}

export function findBrowser() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = (process.env.PATH ?? '').split(delimiter)
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...places].find((path) =>
    existsSync(path),
  )
}

/** Without one every 漢字 is a box, and pictures and layouts mean nothing. */
function hasJapaneseFont() {
  if (process.platform !== 'linux') return true
  const { stdout } = spawnSync('fc-list', [':lang=ja', 'family'], { encoding: 'utf8' })
  return Boolean(stdout?.trim()) || existsSync('/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc')
}

function installed(packages) {
  const apt = ['apt-get', '-qq', '-o', 'Dpkg::Use-Pty=0']
  const root = process.getuid?.() === 0
  if (spawnSync('apt-get', ['--version']).status !== 0) return false
  if (!root && spawnSync('sudo', ['-n', 'true']).status !== 0) return false
  say(`Installing ${packages.join(', ')} … ブラウザと日本語フォントをインストールしています`)
  const run = (...args) => {
    const [command, ...rest] = [
      ...(root ? [] : ['sudo', '-n']),
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      ...apt,
      ...args,
    ]
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'] }).status === 0
  }
  return run('update') && run('install', '-y', '--no-install-recommends', ...packages)
}
