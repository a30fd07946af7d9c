/**
 * What a page asks for before it answers, in as few files as there are: a file that is a mere door into another (see
 * `door-plugin.ts`) is not asked for, what it says stands in the page's own script. The list of the page's routes goes without
 * what the browser has no use for.
 */
export function firstScripts(html: string, doors: Record<string, string>, assets = '/sh/assets/'): string {
  // Nothing that somebody has written can look like it: a tag's first sign never comes through.
  const begins = html.lastIndexOf('<script type="module"')
  if (begins < 0) return html
  let page = html.slice(0, begins)
  let script = html.slice(begins)
  for (const [name, code] of Object.entries(doors)) {
    const url = assets + name
    if (!script.includes(url)) continue
    page = page.replace(new RegExp(`<link [^>]*rel="modulepreload" href="${url}"[^>]*/>`), '')
    script = script
      .replace(new RegExp(`import \\* as (\\w+) from "${url}";`), (_, variable) => handedOn(code, variable, assets))
      .replace(`import("${url}");`, () => code.replaceAll('"./', `"${assets}`))
  }
  return page + script.replace(/window\.__reactRouterManifest = (\{.*?\n\});/s, (_, list) => shortList(list))
}

function shortList(list: string): string {
  const manifest = JSON.parse(list)
  delete manifest.entry
  for (const route of Object.values<{ imports?: unknown; path?: string }>(manifest.routes)) {
    delete route.imports
    // A frame whose path is '' would be the whole of the home page, as long as its screen is not known.
    if (route.path === '') delete route.path
    for (const [name, value] of Object.entries(route)) if (value === false) Reflect.deleteProperty(route, name)
  }
  return `window.__reactRouterManifest = ${JSON.stringify(manifest)};`
}

/** `export{a as default,b as c}from"./x.js"` as an object of that name. */
function handedOn(code: string, variable: string, assets: string): string {
  const [, names = '', from = ''] = /^export\{([^}]*)\}from"\.\/([^"]+)"/.exec(code) ?? []
  const pairs = names.split(',').map((pair) => pair.split(' as '))
  const imported = pairs.map(([local], n) => `${local} as ${variable}_${n}`)
  const handed = pairs.map(([local, name = local], n) => `${name}:${variable}_${n}`)
  return `import{${imported}}from"${assets}${from}";const ${variable}={${handed}};`
}
