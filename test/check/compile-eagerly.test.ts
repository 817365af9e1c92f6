import { expect, test } from 'vitest';
import { compileEagerly } from '../../build/compile-eagerly.ts';

/** Marks the functions that begin with these words. */
function marked(code: string, ...beginnings: readonly string[]): string {
  return compileEagerly(code, new Set(beginnings.map((each) => code.indexOf(each))));
}

test('a function expression and an arrow get parentheses, one inside the other too', () => {
  expect(marked('let a=function(){return async e=>e},b=()=>1;', 'function', 'async e')).toBe(
    'let a=(function(){return (async e=>e)}),b=()=>1;',
  );
  expect(marked('f(({a:b}={},{c})=>()=>b)', '(')).toBe('f(({a:b}={},{c})=>()=>b)');
});

test('a declaration becomes a variable before the first statement of its function', () => {
  expect(marked('"use strict";a();async function a(){}', 'async')).toBe(
    '"use strict";;var a=(async function(){});a();',
  );
  const inner = 'function a(){b();function b(){return 1}function*c(){}}';
  expect(marked(inner, 'function a', 'function b')).toBe(
    ';var a=(function(){;var b=(function(){return 1});b();function*c(){}});',
  );
  expect(marked(inner, 'function b', 'function*c')).toBe(
    'function a(){;var b=(function(){return 1});;var c=(function*(){});b();}',
  );
});

test('what has no mark stays as it is: methods, and declarations in inner blocks', () => {
  const code = 'class A{m(){}get x(){return 1}}let o={m(){},get y(){return 2}};{function f(){}}';
  const starts = ['(){}', '(){return 1', 'function f'].map((each) => code.indexOf(each));
  const more = [code.lastIndexOf('(){}}'), code.indexOf('(){return 2')];
  expect(compileEagerly(code, new Set([...starts, ...more]))).toBe(code);
});

test('a marked program does what it did', () => {
  const code = `
    const early = twice(2);
    function twice(n) { function by(m) { return n * m } return by(2) }
    function later() { return öfter() + (() => 3)(); var öfter; function öfter() { return é() } }
    const é = function () { return 4 };
    module.exports = [early, later(), twice.name, (function () { return this.five }).call({ five: 5 })];`;
  const starts = [...code.matchAll(/function|\(\) =>/g)].map(({ index }) => index);
  const resultOf = (text: string): unknown => {
    const module = { exports: undefined };
    new Function('module', text)(module);
    return module.exports;
  };
  const text = compileEagerly(code, new Set(starts));
  expect(text).not.toBe(code);
  expect(resultOf(text)).toEqual([4, 7, 'twice', 5]);
  expect(resultOf(code)).toEqual([4, 7, 'twice', 5]);
});
