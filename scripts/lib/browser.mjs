import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { say } from './say.mjs'

// Debian's headless Chromium comes first: it starts faster and needs less memory.
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const places = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Path of a Chromium, installed from the system's packages if permitted; undefined after printing what is missing. */
export function ensureBrowser() {
  const font = hasJapaneseFont() ? [] : ['fonts-noto-cjk']
  if (!findBrowser() && !installed(['chromium-headless-shell', ...font])) installed(['chromium', ...font])
  else if (font.length) installed(font)
  const missing = [...(findBrowser() ? [] : ['chromium']), ...(hasJapaneseFont() ? [] : ['fonts-noto-cjk'])]
  if (missing.length > 0) {
    say(
      `The journeys need ${missing.join(' and ')}: install ${missing.length > 1 ? 'them' : 'it'}, or set CHROMIUM_PATH.`,
    )
  }
  return findBrowser()
}

export function findBrowser() {
  return process.env.CHROMIUM_PATH ?? [...names.map(onPath), ...places].find((path) => path && existsSync(path))
}

/**
 * Firefox and WebKit, which also run the purchase journey, as settings for the journeys. If one cannot be installed
 * here, this is reported and its journey skipped with that reason; with `CI` set it fails.
 */
export function ensureOtherBrowsers() {
  const missing = [
    ...(findFirefox() ? [] : ['firefox-esr']),
    ...(onPath('WebKitWebDriver') && findMiniBrowser() ? [] : ['webkit2gtk-driver']),
    ...(onPath('Xvfb') ? [] : ['xvfb']),
  ]
  if (missing.length > 0 && !installed(missing)) say(`Not installed, so not driven: ${missing.join(', ')}.`)
  const webKit = onPath('Xvfb') && findMiniBrowser() && onPath('WebKitWebDriver')
  return {
    ...(findFirefox() && { FIREFOX_PATH: findFirefox() }),
    ...(webKit && { WEBKIT_DRIVER: webKit, WEBKIT_BROWSER: findMiniBrowser() }),
  }
}

const findFirefox = () =>
  onPath('firefox-esr') ?? onPath('firefox') ?? ['/Applications/Firefox.app/Contents/MacOS/firefox'].find(existsSync)

/** Where WebKitGTK keeps the browser for its driver. Node 20, which may run this file, has no globSync. */
const findMiniBrowser = () =>
  (existsSync('/usr/lib') ? readdirSync('/usr/lib') : [])
    .flatMap((folder) =>
      ['4.0', '4.1'].map((version) => join('/usr/lib', folder, `webkit2gtk-${version}`, 'MiniBrowser')),
    )
    .find(existsSync)

/** Path of a command. */
const onPath = (name) =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(existsSync)

/** Without such a font every 漢字 is a box, and pictures and layouts are meaningless. */
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
