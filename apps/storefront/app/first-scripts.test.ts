import { expect, test } from 'vitest'
import { firstScripts } from './first-scripts.ts'

const doors = {
  'root-1.js': 'export{a as default,b as loader}from"./shop-2.js";',
  'page-3.js': 'export{c as default}from"./list-4.js";',
  'entry-5.js': 'import{d as e}from"./shop-2.js";e();',
}

const page = (script: string) =>
  `<head><link fetchpriority="low" rel="modulepreload" href="/sh/assets/root-1.js"/><link rel="modulepreload" href="/sh/assets/shop-2.js"/></head><script type="module">${script}</script>`

test('inlines the code of a door into the page, so that it is not requested', () => {
  const html = page(
    'import * as route0 from "/sh/assets/root-1.js";\nimport * as route1 from "/sh/assets/page-3.js";\nimport * as route2 from "/sh/assets/own-6.js";\nimport("/sh/assets/entry-5.js");',
  )
  expect(firstScripts(html, doors)).toBe(
    '<head><link rel="modulepreload" href="/sh/assets/shop-2.js"/></head><script type="module">' +
      'import{a as route0_0,b as route0_1}from"/sh/assets/shop-2.js";const route0={default:route0_0,loader:route0_1};\n' +
      'import{c as route1_0}from"/sh/assets/list-4.js";const route1={default:route1_0};\n' +
      'import * as route2 from "/sh/assets/own-6.js";\n' +
      'import{d as e}from"/sh/assets/shop-2.js";e();</script>',
  )
})

test('removes entries from the list of routes that the browser does not need', () => {
  const list = {
    entry: { module: 'x' },
    routes: { root: { id: 'root', path: '', hasAction: false, hasLoader: true, imports: [], css: ['a'] } },
  }
  const html = page(`window.__reactRouterManifest = ${JSON.stringify(list, null, 2)};\n`)
  expect(firstScripts(html, {})).toContain(
    'window.__reactRouterManifest = {"routes":{"root":{"id":"root","hasLoader":true,"css":["a"]}}};\n',
  )
})

test('does not treat user content as a list of routes', () => {
  const html = page('window.__reactRouterManifest = {\n"routes":{}\n};').replace(
    '<head>',
    '<p>window.__reactRouterManifest = {x\n};</p><head>',
  )
  expect(firstScripts(html, {})).toContain('<p>window.__reactRouterManifest = {x\n};</p>')
})
