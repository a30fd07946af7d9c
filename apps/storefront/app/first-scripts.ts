/**
 * Reduces the files that a page requests before it is interactive. The code of a file that only re-exports another one
 * (see `door-plugin.ts`) is inlined into the page's script. The page's list of routes loses the entries that the
 * browser does not need.
 */
export function firstScripts(html: string, doors: Record<string, string>, assets = '/sh/assets/'): string {
  // User content can't contain this text, because `<` is always escaped.
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
    // While its screens are unknown, a layout route with the path '' would match the home page.
    if (route.path === '') delete route.path
    for (const [name, value] of Object.entries(route)) if (value === false) Reflect.deleteProperty(route, name)
  }
  return `window.__reactRouterManifest = ${JSON.stringify(manifest)};`
}

/** Converts `export{a as default,b as c}from"./x.js"` to an object named `variable`. */
function handedOn(code: string, variable: string, assets: string): string {
  const [, names = '', from = ''] = /^export\{([^}]*)\}from"\.\/([^"]+)"/.exec(code) ?? []
  const pairs = names.split(',').map((pair) => pair.split(' as '))
  const imported = pairs.map(([local], n) => `${local} as ${variable}_${n}`)
  const handed = pairs.map(([local, name = local], n) => `${name}:${variable}_${n}`)
  return `import{${imported}}from"${assets}${from}";const ${variable}={${handed}};`
}
