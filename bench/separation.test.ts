import { expect, it } from 'vitest';
import { ratesAt, separationOf } from './separation.ts';

it('tells apart what can be told apart', () => {
  expect(separationOf([0.9, 0.8], [0.1, 0.2])).toEqual({ auroc: 1, threshold: 0.8, trueRate: 1, falseRate: 0 });
});

it('counts ties as halves', () => {
  expect(separationOf([0.5, 0.5], [0.5]).auroc).toBe(0.5);
  expect(separationOf([0.3, 0.7], [0.5]).auroc).toBe(0.5);
});

it('takes the threshold where the rates are furthest apart', () => {
  const { threshold, trueRate, falseRate } = separationOf([0.9, 0.8, 0.7, 0.2], [0.75, 0.3, 0.3, 0.3, 0.1]);
  expect([threshold, trueRate, falseRate]).toEqual([0.7, 0.75, 0.2]);
});

it('answers the rates of a threshold that was chosen elsewhere', () => {
  expect(ratesAt(0.5, [0.4, 0.6], [0.5, 0.1, 0.2, 0.3])).toEqual({ trueRate: 0.5, falseRate: 0.25 });
});
